import { connectAgain, type Stage } from "../stage.ts";

/** A recipient that was claimed again after its lease expired, because no worker had released it. */
export type LostClaim = { email_id: string; address: string };

/** Makes the database record lost claims from now on. */
export async function recordLostClaims({ posthouse }: Stage): Promise<void> {
  const database = await connectAgain(posthouse.databaseUrl());
  await database.query(`
    CREATE TABLE lost_claims (email_id uuid, address text);
    CREATE FUNCTION record_lost_claim() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO lost_claims VALUES (NEW.email_id, NEW.address);
        RETURN NULL;
      END $$;
    CREATE TRIGGER lost_claims AFTER UPDATE ON recipients FOR EACH ROW
      WHEN (OLD.state = 'sending' AND NEW.state = 'sending' AND NEW.lease > OLD.lease) EXECUTE FUNCTION record_lost_claim();`);
  await database.end();
}

export async function readLostClaims({ posthouse }: Stage): Promise<LostClaim[]> {
  const database = await connectAgain(posthouse.databaseUrl());
  const { rows } = await database.query<LostClaim>("SELECT email_id, address FROM lost_claims");
  await database.end();
  return rows;
}
