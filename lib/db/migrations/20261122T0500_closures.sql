-- Closures of whole stations, as day and year files tell them. A closure interrupts all fuels of its station: prices told
-- at its beginning or before do not count while it lasts. `until` is null while no end is known.
create table closure (
  station_id int not null,
  since timestamptz not null,
  until timestamptz,
  kind text not null check (kind in ('temporary', 'permanent')),
  primary key (station_id, since)
);
create index closure_open on closure (station_id) where until is null;
