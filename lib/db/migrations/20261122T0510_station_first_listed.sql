-- When a feed first listed a station; null while only archives told of it. What a feed says of a station (its fields, when it
-- was last listed) holds against archives, whichever is loaded first.
alter table station add column first_listed_at timestamptz;
update station s set first_listed_at = coalesce(
  (select min(p.first_listed_at) from current_price p where p.station_id = s.id),
  case when s.left_at is null then s.first_seen_at end);
