-- The lists of admins and patients, at any length: each order and filter has its index, and so has the search by word.

-- The words of a text without accents, capitals or punctuation. PostgreSQL's own text search needs no extension, and its
-- index answers by the beginning of each word.
create function search_words(_text text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector(
    'simple'::regconfig,
    lower(regexp_replace(
      translate(_text, 'ÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇáàâäãéèêëíìîïóòôöõúùûüñç', 'AAAAAEEEEIIIIOOOOOUUUUNCaaaaaeeeeiiiiooooouuuunc'),
      '[!-/:-@\[-`{-~]+', ' ', 'g'
    ))
  );

create index profiles_search_idx on profiles using gin (search_words(name || ' ' || email));
create index profiles_approval_status_idx on profiles (approval_status, id);
create index cases_search_idx on cases using gin (search_words(title));
create index cases_status_idx on cases (status, id);
create index reviews_stars_idx on reviews (stars, id);
