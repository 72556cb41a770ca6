import { integer } from './setting-parsers.ts'

/** The settings of how long the service stores what it sends and receives, in days. */
export const retentionSettings = {
  BESTOW_RETENTION_EVENTS: {
    description:
      'Days that events and the bodies of webhooks are stored. They are deleted by calendar week, so some stay up to a week longer. A shorter time also shortens the event feed and the time in which a delivery can be resent.',
    example: '14',
    default: '30',
    parse: integer(7, 365),
  },
  BESTOW_RETENTION_ATTEMPTS: {
    description:
      'Days that the attempts of webhooks are stored. They are deleted by calendar week, so some stay up to a week longer.',
    example: '30',
    default: '90',
    parse: integer(7, 3_650),
  },
  BESTOW_RETENTION_DELIVERIES: {
    description:
      'Days that the deliveries of webhooks are stored. They are deleted by calendar week, so some stay up to a week longer. At least as long as their events and attempts.',
    example: '90',
    default: '365',
    parse: integer(7, 3_650),
  },
  BESTOW_RETENTION_REQUEST_LOG: {
    description: 'Days that the request log of the API is stored.',
    example: '14',
    default: '3',
    parse: integer(1, 90),
  },
  BESTOW_RETENTION_EMAILS: {
    description:
      'Days that address and content of a sent email are stored. The time of the account for ended gifts can end sooner.',
    example: '30',
    default: '90',
    parse: integer(1, 365),
  },
  BESTOW_RETENTION_EMAIL_LOG: {
    description:
      'Days that the record of a sent email (template, time, state) is stored, in whole months.',
    example: '730',
    default: '365',
    parse: integer(90, 36_500),
  },
  BESTOW_RETENTION_TRANSITIONS: {
    description:
      'Days that the state transitions of ended gift requests are stored, counted from their creation, in whole months. 0: without limit.',
    example: '1095',
    default: '0',
    parse: integer(0, 36_500),
  },
  BESTOW_RETENTION_AUDIT: {
    description: 'Days that the audit log is stored, in whole months. 0: without limit.',
    example: '2555',
    default: '0',
    parse: integer(0, 36_500),
  },
} as const

/** The number of days for which each kind of row is stored. */
export interface Retention {
  events: number
  attempts: number
  deliveries: number
  requestLog: number
  emails: number
  emailLog: number
  /** The days for state transitions. 0 stores them forever. */
  transitions: number
  /** The days for the audit log. 0 stores it forever. */
  audit: number
}

export const defaultRetention: Retention = {
  events: 30,
  attempts: 90,
  deliveries: 365,
  requestLog: 3,
  emails: 90,
  emailLog: 365,
  transitions: 0,
  audit: 0,
}
