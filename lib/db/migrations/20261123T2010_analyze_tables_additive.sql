-- New statistics of the service's tables, for roles that only read and write rows: `analyze` itself takes a table's owner.
create or replace function analyze_tables() returns void language plpgsql security definer as $$
declare
  tables text;
begin
  select string_agg(c.oid::regclass::text, ', ') into tables from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'usage')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e');
  execute 'analyze ' || tables;
end $$;

-- what runs as its owner finds tables in one schema, and no caller's temporary ones before them
do $$ begin
  execute format('alter function analyze_tables() set search_path = %I, pg_temp', current_schema());
end $$;
