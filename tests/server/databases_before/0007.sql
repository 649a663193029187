BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0007');
CREATE TABLE attempts (
	"key" VARCHAR(64) NOT NULL, 
	failures INTEGER NOT NULL, 
	wait_until FLOAT NOT NULL, 
	CONSTRAINT pk_attempts PRIMARY KEY ("key")
);
CREATE TABLE challenges (
	challenge_hash VARCHAR(64) NOT NULL, 
	guest VARCHAR(32), 
	member VARCHAR(16), 
	expires_at FLOAT NOT NULL, 
	CONSTRAINT pk_challenges PRIMARY KEY (challenge_hash), 
	CONSTRAINT fk_challenges_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
CREATE TABLE devices (
	secret_hash VARCHAR(64) NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	created_at FLOAT NOT NULL, about TEXT DEFAULT '' NOT NULL, seen_at FLOAT, 
	CONSTRAINT pk_devices PRIMARY KEY (secret_hash), 
	CONSTRAINT fk_devices_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
INSERT INTO "devices" VALUES('c76640b65000569dde6541dca1c4b7bfed8da6ec41d025212f3e2223c70b6ba0','gwjt2tb94hrtzvzxqbhh',1000000000.0,'',1000000000.0);
CREATE TABLE entries (
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	data TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_entries_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "entries" VALUES('8m6kptecc6',1,'sit','{"seat":0,"name":"Anne","guest":"gwjt2tb94hrtzvzxqbhh","bot":null,"program":null}',1000000000.0);
INSERT INTO "entries" VALUES('8m6kptecc6',2,'sit','{"seat":1,"name":"Anne","guest":"gwjt2tb94hrtzvzxqbhh","bot":null,"program":null}',1000000000.0);
INSERT INTO "entries" VALUES('8m6kptecc6',3,'start','{"scheme":2,"order":[0,1]}',1000000000.0);
INSERT INTO "entries" VALUES('8m6kptecc6',4,'play','{"seat":0,"action":{"type":"take","matches":1}}',1000000000.0);
CREATE TABLE forgettings (
	guest VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_forgettings PRIMARY KEY (guest)
);
CREATE TABLE guests (
	id VARCHAR(32) NOT NULL, 
	name TEXT NOT NULL, 
	created_at FLOAT NOT NULL, 
	CONSTRAINT pk_guests PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('gwjt2tb94hrtzvzxqbhh','Anne',1000000000.0);
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_heartbeat PRIMARY KEY (id)
);
CREATE TABLE homes (
	table_id VARCHAR(16) NOT NULL, 
	process VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_homes PRIMARY KEY (table_id), 
	CONSTRAINT fk_homes_process FOREIGN KEY(process) REFERENCES processes (id) ON DELETE CASCADE, 
	CONSTRAINT fk_homes_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE house_rules (
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_house_rules PRIMARY KEY (name)
);
INSERT INTO "house_rules" VALUES('matches_filled_in','1');
CREATE TABLE invitations (
	token_hash VARCHAR(64) NOT NULL, 
	uses_left INTEGER NOT NULL, 
	expires_at FLOAT NOT NULL, 
	CONSTRAINT pk_invitations PRIMARY KEY (token_hash)
);
CREATE TABLE links (
	token_hash VARCHAR(64) NOT NULL, 
	guest VARCHAR(32), 
	table_id VARCHAR(16), 
	seat INTEGER, 
	expires_at FLOAT NOT NULL, 
	CONSTRAINT pk_links PRIMARY KEY (token_hash), 
	CONSTRAINT fk_links_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
CREATE TABLE match_seats (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(32), 
	is_own INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	bot VARCHAR(32), 
	rank INTEGER NOT NULL, 
	score INTEGER, 
	CONSTRAINT pk_match_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_match_seats_table_id FOREIGN KEY(table_id) REFERENCES matches (table_id) ON DELETE CASCADE
);
CREATE TABLE matches (
	table_id VARCHAR(16) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	players INTEGER NOT NULL, 
	ended_at FLOAT NOT NULL, 
	CONSTRAINT pk_matches PRIMARY KEY (table_id), 
	CONSTRAINT fk_matches_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE members (
	id VARCHAR(16) NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	folded TEXT NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	passphrase TEXT, 
	joined_at FLOAT NOT NULL, 
	CONSTRAINT pk_members PRIMARY KEY (id), 
	CONSTRAINT fk_members_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE, 
	CONSTRAINT uq_members_folded UNIQUE (folded), 
	CONSTRAINT uq_members_guest UNIQUE (guest)
);
CREATE TABLE passkeys (
	id TEXT NOT NULL, 
	member VARCHAR(16) NOT NULL, 
	site TEXT NOT NULL, 
	public_key TEXT NOT NULL, 
	sign_count BIGINT NOT NULL, 
	created_at FLOAT NOT NULL, 
	used_at FLOAT, 
	CONSTRAINT pk_passkeys PRIMARY KEY (id), 
	CONSTRAINT fk_passkeys_member FOREIGN KEY(member) REFERENCES members (id) ON DELETE CASCADE
);
CREATE TABLE processes (
	id VARCHAR(32) NOT NULL, 
	path TEXT NOT NULL, 
	address TEXT NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	lease_until FLOAT NOT NULL, 
	CONSTRAINT pk_processes PRIMARY KEY (id)
);
CREATE TABLE records (
	id VARCHAR(16) NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	about TEXT NOT NULL, 
	data TEXT NOT NULL, 
	created_at FLOAT NOT NULL, 
	CONSTRAINT pk_records PRIMARY KEY (id), 
	CONSTRAINT fk_records_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
CREATE TABLE recovery_codes (
	code_hash VARCHAR(64) NOT NULL, 
	member VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_recovery_codes PRIMARY KEY (code_hash), 
	CONSTRAINT fk_recovery_codes_member FOREIGN KEY(member) REFERENCES members (id) ON DELETE CASCADE
);
CREATE TABLE seats (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(32), 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('8m6kptecc6',0,'gwjt2tb94hrtzvzxqbhh');
INSERT INTO "seats" VALUES('8m6kptecc6',1,'gwjt2tb94hrtzvzxqbhh');
CREATE TABLE tables (
	id VARCHAR(16) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	options TEXT NOT NULL, 
	rules_version INTEGER NOT NULL, 
	settings TEXT NOT NULL, 
	host VARCHAR(32), 
	secret VARCHAR(64) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	is_open INTEGER NOT NULL, 
	created_at FLOAT NOT NULL, 
	changed_at FLOAT NOT NULL, facts TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('8m6kptecc6','toy_nim','{"players":2,"heap":60}',1,'{"pace":{"seconds":30.0,"reserve":60.0,"on_timeout":"forfeit"},"one_device":true}','gwjt2tb94hrtzvzxqbhh','2009e97b5f0d0301b263976c8842f09cfa0f0d1f088e973c0e9d251b99b12b45','playing',0,1000000000.0,1000000000.0,'{"chairs":[{"name":"Anne","kind":"person"},{"name":"Anne","kind":"person"}],"held":["gwjt2tb94hrtzvzxqbhh","gwjt2tb94hrtzvzxqbhh"],"commitment":"aa3ff6cf0918e75fa362ea80ab3d286a9ac1118eabcf2e90f11ed4fe4842a90c","next_table":null,"winners":[],"scores":[],"origin":null,"places":[0,1],"commitments":[]}');
CREATE INDEX ix_tables_host ON tables (host);
CREATE INDEX ix_tables_lobby ON tables (is_open, status, changed_at);
CREATE INDEX ix_devices_guest ON devices (guest);
CREATE INDEX ix_seats_guest ON seats (guest);
CREATE INDEX ix_records_guest ON records (guest);
CREATE INDEX ix_homes_process ON homes (process);
CREATE INDEX ix_matches_game ON matches (game, ended_at);
CREATE INDEX ix_match_seats_guest ON match_seats (guest);
CREATE INDEX ix_passkeys_member ON passkeys (member);
CREATE INDEX ix_recovery_codes_member ON recovery_codes (member);
COMMIT;
