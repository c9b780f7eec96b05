-- A number per CSV pattern that grows with every save of it: of two people who edit the same pattern, the later is told.

alter table csv_patterns add column version integer not null default 1;
