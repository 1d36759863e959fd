-- The filter by property: `properties @> {"plan": "pro"}`. jsonb_path_ops indexes whole paths with their values, which is all that this
-- filter needs, in less space than an index of keys and values. The account is part of the index, as in contacts_search.
CREATE INDEX contacts_by_property ON contacts USING gin (account_id, properties jsonb_path_ops);
