import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { createEmptyDatabase } from '#test/throwaway-database'
import { dumpSchema } from './dump.ts'

const schema = `
  create schema room;
  create function room.shout(text) returns text language sql immutable as 'select upper($1)';
  create table room.person (
    id int generated always as identity primary key,
    "Name" text not null default 'nobody' collate "C" check ("Name" <> ''),
    loud text generated always as (room.shout('x')) stored
  ) with (fillfactor=90);
  create unique index person_name on room.person (lower("Name")) where id > 7;
  alter table room.person enable row level security;
  create policy mine on room.person for update to public using (id = 1) with check (id = 2);
  create table room.event (at timestamptz not null, id int references room.person, primary key (at, id))
    partition by range (at);
  create table room.event_default partition of room.event default;
  create table room.event_2026 partition of room.event for values from ('2026-01-01') to ('2027-01-01');
  create index event_id on room.event (id);
  create sequence room.counter start 5;
  create view room.names as select "Name" from room.person;
  create function room.no() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger no_more before delete on room.person for each row execute function room.no();
`

describe('the schema dump', () => {
  let client: pg.Client

  before(async () => {
    client = new pg.Client((await createEmptyDatabase()).url)
    await client.connect()
    await client.query(schema)
  })
  after(() => client.end())

  it('shows all that a reviewer should see', async () => {
    const dump = await dumpSchema(client)
    // biome-ignore format: one line each
    for (const line of [
      'CREATE SCHEMA room;',
      'CREATE SEQUENCE room.counter AS bigint START 5 INCREMENT 1;',
      '  id     integer NOT NULL GENERATED ALWAYS AS IDENTITY,',
      `  "Name" text NOT NULL DEFAULT 'nobody'::text COLLATE "C",`,
      `  loud   text GENERATED ALWAYS AS (room.shout('x'::text)) STORED,`,
      '  CONSTRAINT person_pkey PRIMARY KEY (id),',
      ') WITH (fillfactor=90);',
      'CREATE UNIQUE INDEX person_name ON room.person USING btree (lower("Name")) WHERE (id > 7);',
      'ALTER TABLE room.person ENABLE ROW LEVEL SECURITY;',
      'CREATE POLICY mine ON room.person FOR UPDATE TO PUBLIC\n  USING (id = 1)\n  WITH CHECK (id = 2);',
      'CREATE TRIGGER no_more BEFORE DELETE ON room.person FOR EACH ROW EXECUTE FUNCTION room.no();',
      ') PARTITION BY RANGE (at);',
      'CREATE TABLE room.event_default PARTITION OF room.event DEFAULT;',
      'CREATE INDEX event_id ON ONLY room.event USING btree (id);',
      'CREATE VIEW room.names AS',
    ]) {
      assert.ok(dump.includes(line), `${line}\n\nis not in\n\n${dump}`)
    }
  })

  it('leaves out what comes and goes with time', async () => {
    const dump = await dumpSchema(client)
    assert.ok(!dump.includes('event_2026'))
    assert.ok(!dump.includes('event_default_'), 'the indexes of a partition are its parent’s')
    assert.ok(!dump.includes('FORCE ROW LEVEL SECURITY'))
  })

  it('is the same when nothing has changed, and another when something has', async () => {
    const before = await dumpSchema(client)
    assert.equal(await dumpSchema(client), before)
    await client.query('alter table room.person alter "Name" drop not null')
    assert.notEqual(await dumpSchema(client), before)
  })
})
