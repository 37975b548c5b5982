-- Creates the three roles of a server's database and grants their rights. Can be run again.
--   jauge_owner   owns the tables and runs `deno task migrate`
--   jauge_writer  loads feeds, archives and brands: reads and writes rows, changes no table
--   jauge_reader  serves with INGEST=off: reads all but the tables of alerts, and nothing else
-- Run it in the service's database as a role that may create roles and extensions, before the first migration or later:
--   psql "$ADMIN_URL" -v ON_ERROR_STOP=1 -f deploy/roles.sql
-- Then give each a password with psql's \password.

create extension if not exists postgis;

do $$
declare
  wanted text;
  found record;
begin
  foreach wanted in array array['jauge_owner', 'jauge_writer', 'jauge_reader'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I login nosuperuser nocreatedb nocreaterole', wanted);
    end if;
    execute format('grant connect on database %I to %I', current_database(), wanted);
    execute format('grant usage on schema public to %I', wanted);
  end loop;
  execute format('grant jauge_owner to %I', current_user); -- without superuser rights, one can hand over tables only to one's own roles
  grant create on schema public to jauge_owner;
  -- hands over tables that another role created, except those of extensions
  for found in
    select relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  loop
    execute format('alter table public.%I owner to jauge_owner', found.relname);
    -- The reader serves no alerts: it must not see subscriptions, rules or the push key.
    if found.relname ~ '^(alert|push)_' then
      execute format('revoke all on public.%I from jauge_reader', found.relname);
    else
      execute format('grant select on public.%I to jauge_reader', found.relname);
    end if;
    execute format('grant select, insert, update, delete on public.%I to jauge_writer', found.relname);
  end loop;
  -- and functions, since analyze_tables() runs with its owner's rights
  for found in
    select oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter routine %s owner to jauge_owner', found.name);
  end loop;
end $$;

-- and the same for tables of later migrations
alter default privileges for role jauge_owner in schema public grant select on tables to jauge_reader;
alter default privileges for role jauge_owner in schema public grant select, insert, update, delete on tables to jauge_writer;
