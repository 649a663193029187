BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE devices (
	secret_hash VARCHAR(64) NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	created_at FLOAT NOT NULL, 
	CONSTRAINT pk_devices PRIMARY KEY (secret_hash), 
	CONSTRAINT fk_devices_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
);
INSERT INTO "devices" VALUES('ca32d9defb1abc6fe806b7ba78d67c51591173ed30ec5af163fb8e3b94e02a75','uz53ah3dqjtctpzhfpbm',1000000000.0);
INSERT INTO "devices" VALUES('b7d0784eb64e9e2a11622482833de8d46c0f4ca45e69ff2d82127bb1ee342f2e','dsgkpp8mgpy6k48why7v',1000000000.0);
CREATE TABLE entries (
	table_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	data TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_entries_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "entries" VALUES('qs3ajzn3ed',1,'sit','{"seat":0,"name":"Anne","guest":"uz53ah3dqjtctpzhfpbm","bot":null,"program":null}',1000000000.0);
INSERT INTO "entries" VALUES('qs3ajzn3ed',2,'sit','{"seat":1,"name":"Bernard","guest":"dsgkpp8mgpy6k48why7v","bot":null,"program":null}',1000000000.0);
INSERT INTO "entries" VALUES('qs3ajzn3ed',3,'start','{"scheme":2,"order":[0,1]}',1000000000.0);
INSERT INTO "entries" VALUES('qs3ajzn3ed',4,'chat','{"seat":0,"name":"Anne","text":"Bonsoir","guest":"uz53ah3dqjtctpzhfpbm","program":null}',1000000000.0);
INSERT INTO "entries" VALUES('qs3ajzn3ed',5,'play','{"seat":0,"action":{"type":"take","matches":1}}',1000000000.0);
INSERT INTO "entries" VALUES('qs3ajzn3ed',6,'play','{"seat":1,"action":{"type":"take","matches":1}}',1000000000.0);
INSERT INTO "entries" VALUES('qs3ajzn3ed',7,'play','{"seat":0,"action":{"type":"take","matches":3}}',1000000000.0);
INSERT INTO "entries" VALUES('4fye5ez2r9',1,'sit','{"seat":0,"name":"Anne","guest":"uz53ah3dqjtctpzhfpbm","bot":null,"program":null}',1000000000.0);
INSERT INTO "entries" VALUES('4fye5ez2r9',2,'sit','{"seat":1,"name":"Bernard","guest":"dsgkpp8mgpy6k48why7v","bot":null,"program":null}',1000000000.0);
INSERT INTO "entries" VALUES('4fye5ez2r9',3,'start','{"scheme":2,"order":[0,1]}',1000000000.0);
INSERT INTO "entries" VALUES('4fye5ez2r9',4,'chat','{"seat":0,"name":"Anne","text":"Bonsoir","guest":"uz53ah3dqjtctpzhfpbm","program":null}',1000000000.0);
INSERT INTO "entries" VALUES('4fye5ez2r9',5,'play','{"seat":0,"action":{"type":"take","matches":1}}',1000000000.0);
INSERT INTO "entries" VALUES('4fye5ez2r9',6,'play','{"seat":1,"action":{"type":"take","matches":1}}',1000000000.0);
CREATE TABLE guests (
	id VARCHAR(32) NOT NULL, 
	name TEXT NOT NULL, 
	created_at FLOAT NOT NULL, 
	CONSTRAINT pk_guests PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('uz53ah3dqjtctpzhfpbm','Anne',1000000000.0);
INSERT INTO "guests" VALUES('dsgkpp8mgpy6k48why7v','Bernard',1000000000.0);
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
CREATE TABLE links (
	token_hash VARCHAR(64) NOT NULL, 
	guest VARCHAR(32), 
	table_id VARCHAR(16), 
	seat INTEGER, 
	expires_at FLOAT NOT NULL, 
	CONSTRAINT pk_links PRIMARY KEY (token_hash), 
	CONSTRAINT fk_links_guest FOREIGN KEY(guest) REFERENCES guests (id) ON DELETE CASCADE
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
CREATE TABLE seats (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(32), 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('qs3ajzn3ed',0,'uz53ah3dqjtctpzhfpbm');
INSERT INTO "seats" VALUES('qs3ajzn3ed',1,'dsgkpp8mgpy6k48why7v');
INSERT INTO "seats" VALUES('4fye5ez2r9',0,'uz53ah3dqjtctpzhfpbm');
INSERT INTO "seats" VALUES('4fye5ez2r9',1,'dsgkpp8mgpy6k48why7v');
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
	changed_at FLOAT NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('qs3ajzn3ed','toy_nim','{"players":2,"heap":5}',1,'{"pace":{"seconds":null,"reserve":0.0,"on_timeout":"bot"},"one_device":false}','uz53ah3dqjtctpzhfpbm','e07e129771f7cebbd02264f5c3b04fb9e8c6b6ab1279b9191bb89411143c7b59','over',0,1000000000.0,1000000000.0);
INSERT INTO "tables" VALUES('4fye5ez2r9','toy_nim','{"players":2,"heap":60}',1,'{"pace":{"seconds":null,"reserve":0.0,"on_timeout":"bot"},"one_device":false}','uz53ah3dqjtctpzhfpbm','f07a01c0ee68f269642ccfc615efc894fbe909f565ab2e761ed837b598fd1cb2','playing',0,1000000000.0,1000000000.0);
CREATE INDEX ix_tables_host ON tables (host);
CREATE INDEX ix_tables_lobby ON tables (is_open, status, changed_at);
CREATE INDEX ix_devices_guest ON devices (guest);
CREATE INDEX ix_seats_guest ON seats (guest);
CREATE INDEX ix_records_guest ON records (guest);
CREATE INDEX ix_homes_process ON homes (process);
COMMIT;
