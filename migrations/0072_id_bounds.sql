--! fits-older
-- An id begins with 48 unsigned bits of milliseconds since 1970 (RFC 9562, 5.7). An instant before 1970 has the smallest id,
-- and an instant that is too late for 48 bits has the largest.
create or replace function platform.uuid_floor(at timestamptz)
returns uuid language sql immutable strict as $$
  select (lpad(to_hex(greatest(0, least(281474976710655, extract(epoch from at) * 1000))::bigint), 12, '0') || '00000000000000000000')::uuid
$$;
