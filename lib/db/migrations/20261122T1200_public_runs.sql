-- What runs stored before: addresses with their keys, and words of feeds and of the database in messages. All of it is public.
update ingest_run set source = regexp_replace(regexp_replace(source, '[?#].*$', ''), '^(https?://)[^/]*@', '\1')
  where source ~ '^https?://';
update ingest_run set message = split_part(message, ': ', 1) where message is not null and outcome = 'refused';
update ingest_run set message = null where message is not null and outcome = 'failed';
