-- Plans that are made before the values are known took this index for the month of a frame, and read every frame's days
-- by it: twice the work of the primary key. Nothing that is asked often looks for a slot alone.
drop index frame_capacities_by_slot;

-- Room on the page for the next count of used, so that it needs no new entries in the index.
alter table frame_capacities set (fillfactor = 70);
