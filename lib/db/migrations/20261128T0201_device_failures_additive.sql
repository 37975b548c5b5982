-- When the last failure of a device was counted: each run of the sender counts one at most.
alter table push_device add column failed_at timestamptz;
