import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { createEmptyDatabase } from '#test/throwaway-database'
import { dumpSchema } from './dump.ts'

const schema = `
  create schema shop;
  create function shop.shout(text) returns text language sql immutable as 'select upper($1)';
  create table shop.person (
    id int generated always as identity primary key,
    "Name" text not null default 'unnamed' collate "C" check ("Name" <> ''),
    loud text generated always as (shop.shout('x')) stored
  ) with (fillfactor=90);
  create unique index person_name on shop.person (lower("Name")) where id > 7;
  alter table shop.person enable row level security;
  create policy mine on shop.person for update to public using (id = 1) with check (id = 2);
  create table shop.event (at timestamptz not null, id int references shop.person, primary key (at, id))
    partition by range (at);
  create table shop.event_default partition of shop.event default;
  create table shop.event_2026 partition of shop.event for values from ('2026-01-01') to ('2027-01-01');
  create index event_id on shop.event (id);
  create sequence shop.counter start 5;
  create view shop.names as select "Name" from shop.person;
  create function shop.no() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger no_more before delete on shop.person for each row execute function shop.no();
`

describe('the schema dump', () => {
  let client: pg.Client

  before(async () => {
    client = new pg.Client((await createEmptyDatabase()).url)
    await client.connect()
    await client.query(schema)
  })
  after(() => client.end())

  it('contains every kind of object', async () => {
    const dump = await dumpSchema(client)
    // biome-ignore format: one line each
    for (const line of [
      'CREATE SCHEMA shop;',
      'CREATE SEQUENCE shop.counter AS bigint START 5 INCREMENT 1;',
      '  id     integer NOT NULL GENERATED ALWAYS AS IDENTITY,',
      `  "Name" text NOT NULL DEFAULT 'unnamed'::text COLLATE "C",`,
      `  loud   text GENERATED ALWAYS AS (shop.shout('x'::text)) STORED,`,
      '  CONSTRAINT person_pkey PRIMARY KEY (id),',
      ') WITH (fillfactor=90);',
      'CREATE UNIQUE INDEX person_name ON shop.person USING btree (lower("Name")) WHERE (id > 7);',
      'ALTER TABLE shop.person ENABLE ROW LEVEL SECURITY;',
      'CREATE POLICY mine ON shop.person FOR UPDATE TO PUBLIC\n  USING (id = 1)\n  WITH CHECK (id = 2);',
      'CREATE TRIGGER no_more BEFORE DELETE ON shop.person FOR EACH ROW EXECUTE FUNCTION shop.no();',
      ') PARTITION BY RANGE (at);',
      'CREATE TABLE shop.event_default PARTITION OF shop.event DEFAULT;',
      'CREATE INDEX event_id ON ONLY shop.event USING btree (id);',
      'CREATE VIEW shop.names AS',
    ]) {
      assert.ok(dump.includes(line), `${line}\n\nis not in\n\n${dump}`)
    }
  })

  it('omits partitions and other objects that change over time', async () => {
    const dump = await dumpSchema(client)
    assert.ok(!dump.includes('event_2026'))
    assert.ok(!dump.includes('event_default_'), 'the indexes of a partition are its parent’s')
    assert.ok(!dump.includes('FORCE ROW LEVEL SECURITY'))
  })

  it('is stable, and changes with the schema', async () => {
    const before = await dumpSchema(client)
    assert.equal(await dumpSchema(client), before)
    await client.query('alter table shop.person alter "Name" drop not null')
    assert.notEqual(await dumpSchema(client), before)
  })
})
