import { domains, integer } from './setting-parsers.ts'

/** Rules for claims of one-links. */
export const claimSettings = {
  BESTOW_CLAIM_LIMIT: {
    description:
      'Claims in an hour from one IPv4 address or IPv6 /64 network, on each one-link that gives gifts without confirmation by email. Raise it for an event where everyone shares one address. Each one-link also has its own limit. 0 switches this limit off.',
    example: '500',
    default: '10',
    parse: integer(0, 1_000_000),
  },
  BESTOW_DISPOSABLE_DOMAINS: {
    description:
      'Domains of disposable email addresses, separated by commas, in addition to the built-in list. One-links that refuse disposable addresses refuse them and their subdomains.',
    example: 'inbox.example,burner.example',
    defaultDescription: 'the built-in list',
    parse: domains,
  },
  BESTOW_NOT_DISPOSABLE_DOMAINS: {
    description:
      'Exceptions from the list of disposable domains, separated by commas. Addresses in these domains and their subdomains can claim.',
    example: 'duck.com,mozmail.com',
    defaultDescription: 'no exceptions',
    parse: domains,
  },
} as const
