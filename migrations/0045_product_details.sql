--! fits-older
-- What recipients read before they choose. `size_guide` is json, not jsonb, so that its members keep their order.
alter table catalogue.product
  add column size_guide json,
  add column allergens text[] not null default '{}',
  add column ingredients text not null default '',
  add constraint product_size_guide_check check (json_typeof(size_guide) = 'object'),
  add constraint product_allergens_check check (cardinality(allergens) <= 14),
  add constraint product_ingredients_check check (length(ingredients) <= 2000);
