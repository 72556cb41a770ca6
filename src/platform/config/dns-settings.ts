import { hostTargets, nameServers } from './setting-parsers.ts'

/** The settings of domains and hosts of accounts. */
export const dnsSettings = {
  BESTOW_NAME_SERVERS: {
    description: 'The name servers that are asked for the records of domains, separated by commas.',
    example: '10.0.0.53,10.0.1.53:5353',
    defaultDescription: 'those of the system',
    parse: nameServers,
  },
  BESTOW_HOST_TARGETS: {
    description:
      'Lets accounts have a host of their own for the pages of their recipients. The names and addresses of this installation to which the DNS records of such a host must point, separated by commas: the first name for CNAME records, the addresses for the apex of a domain.',
    example: 'gifts.example.com,203.0.113.7,2001:db8::7',
    defaultDescription: 'none: accounts have no hosts',
    parse: hostTargets,
  },
} as const
