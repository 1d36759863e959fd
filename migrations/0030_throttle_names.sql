ALTER TABLE lanes RENAME TO throttles;
ALTER TABLE throttles RENAME CONSTRAINT lanes_pkey TO throttles_pkey;
ALTER TABLE destination_domains RENAME TO provider_domains;
ALTER TABLE provider_domains RENAME COLUMN operator TO provider;
