/*
 * A one-link has a gift request for each place. The place is a placeholder until a claim makes it a gift. The conditions must be
 * identical to the predicates of the indexes.
 */

/** SQL condition: the gift request `g` is no placeholder. */
export const isGiftSql = '(g.one_link_id is null or g.sent_at is not null)'

/** SQL condition: the gift request `g` is a placeholder. */
export const isPlaceholderSql = '(g.one_link_id is not null and g.sent_at is null)'
