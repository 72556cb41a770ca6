import { integer } from './setting-parsers.ts'

/** Limits for each account, so that one account cannot slow down others. */
export const limitSettings = {
  BESTOW_MAX_ENDPOINTS: {
    description: 'Webhook endpoints that one account may have.',
    example: '200',
    default: '100',
    parse: integer(1, 10_000),
  },
  BESTOW_MAX_ONE_LINKS: {
    description: 'One-links of one account that may be open at the same time.',
    example: '1000',
    default: '500',
    parse: integer(1, 100_000),
  },
  BESTOW_MAX_PRODUCTS: {
    description: 'Products that one account may have, archived ones among them.',
    example: '2000',
    default: '1000',
    parse: integer(1, 100_000),
  },
  BESTOW_MAX_PICTURES: {
    description: 'Pictures that one account may upload. Each takes up to 700 KB of the database.',
    example: '5000',
    default: '2000',
    parse: integer(1, 100_000),
  },
} as const
