import { integer } from './setting-parsers.ts'

/** The settings of limits for each account, so that one account cannot slow down others. */
export const limitSettings = {
  BESTOW_MAX_ENDPOINTS: {
    description: 'The maximum number of webhook endpoints in one account.',
    example: '200',
    default: '100',
    parse: integer(1, 10_000),
  },
  BESTOW_MAX_ONE_LINKS: {
    description: 'The maximum number of open one-links in one account.',
    example: '1000',
    default: '500',
    parse: integer(1, 100_000),
  },
  BESTOW_MAX_PRODUCTS: {
    description: 'The maximum number of products in one account, including archived ones.',
    example: '2000',
    default: '1000',
    parse: integer(1, 100_000),
  },
  BESTOW_MAX_WAREHOUSES: {
    description: 'The maximum number of warehouses in one account, without archived ones.',
    example: '200',
    default: '100',
    parse: integer(1, 1_000),
  },
  BESTOW_MAX_PICTURES: {
    description:
      'The maximum number of uploaded pictures in one account. Each takes up to 700 KB in the database.',
    example: '5000',
    default: '2000',
    parse: integer(1, 100_000),
  },
} as const
