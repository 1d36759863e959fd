-- Which database the rows were written in (src/features/queue/restored). One row; in a restored dump it names another one.
CREATE TABLE database_identity (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  identity text NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now()
);
