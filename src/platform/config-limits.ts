import { whole } from './config-values.ts'

/** What one account may have, so that it cannot slow others. */
export const limitSettings = {
  BESTOW_MAX_ENDPOINTS: {
    about: 'Webhook endpoints that one account may have.',
    example: '200',
    otherwise: '100',
    read: whole(1, 10_000),
  },
  BESTOW_MAX_ONE_LINKS: {
    about: 'One-links of one account that may be open at the same time.',
    example: '1000',
    otherwise: '500',
    read: whole(1, 100_000),
  },
  BESTOW_MAX_PRODUCTS: {
    about: 'Products that one account may have, archived ones among them.',
    example: '2000',
    otherwise: '1000',
    read: whole(1, 100_000),
  },
  BESTOW_MAX_PICTURES: {
    about: 'Pictures that one account may upload. Each takes up to 700 KB of the database.',
    example: '5000',
    otherwise: '2000',
    read: whole(1, 100_000),
  },
} as const
