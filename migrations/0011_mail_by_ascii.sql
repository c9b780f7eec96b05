-- Mail addresses are compared letter by letter of ASCII, whatever language the database speaks: under "C", lower() leaves
-- U+212A alone, which others take for a k, and an I never becomes anything but an i. The index on lower(mail) follows.
alter table examinees alter column mail type text collate "C";
