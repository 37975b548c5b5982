-- Prices that archives told of instants ahead of the feeds are called pending everywhere else.
alter table price_ahead rename to pending_price;
alter table pending_price rename constraint price_ahead_pkey to pending_price_pkey;
alter table pending_price rename constraint price_ahead_fuel_check to pending_price_fuel_check;
