-- Instances share counts of clients by hashed addresses, in a store of their own. The keys of the hashes come from this
-- secret, which that store never has.
create table quota_secret (
  only_row boolean primary key default true check (only_row),
  secret text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into quota_secret default values;
