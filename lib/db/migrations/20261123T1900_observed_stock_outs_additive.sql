-- Days whose stock-outs were observed: by a feed of that day that reports some, or by an archive that has some. Covered days
-- without the mark have prices alone. Until now a feed's days were taken for observed; they stay so where any feed reported one.
alter table coverage add column stock_outs boolean default false not null;
update coverage set stock_outs = true where source = 'feed' and exists (select from stock_out);
