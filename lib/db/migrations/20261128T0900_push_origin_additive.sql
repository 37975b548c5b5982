-- Scheme, host and port of the push service, in lower case: the sender has slots and a list of due messages for each.
alter table push_device
  add column origin text not null
  generated always as (lower(split_part(endpoint, '/', 1) || '//' || split_part(endpoint, '/', 3))) stored;
create index push_device_origin on push_device (origin);
