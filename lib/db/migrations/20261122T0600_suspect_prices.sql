-- A price that lies far from everybody else's and that its station has not confirmed: shown on its station, counted nowhere.
alter table current_price add column suspect boolean not null default false;

-- Means of past days counted such prices: they are made again without them.
update coverage set averaged = false;
