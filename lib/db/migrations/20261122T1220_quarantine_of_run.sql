-- Rows in quarantine belong to the run that saw them last, and leave with it.
create index quarantine_run on quarantine (ingest_run_id);
comment on column quarantine.ingest_run_id is 'the run that saw the row last';
