import { t } from '#web/i18n/settings.ts'
import type { Permission } from '#web/session.ts'

/** The permissions that a role can have, by what they are about. */
export const permissionGroups: readonly (readonly [
  label: string,
  permissions: readonly (readonly [permission: Permission, label: string])[],
])[] = [
  [
    t('Gifts'),
    [
      ['gift_requests:read', t('See gifts, sends and what needs attention')],
      ['gift_requests:write', t('Send gifts, change and cancel them')],
      ['one_links:read', t('See one-links and their claims')],
      ['one_links:write', t('Create one-links and decide about claims')],
      ['approvals:decide', t('Approve and reject sends')],
      ['approvals:confirm', t('Give the second approval of large sends')],
      ['reports:read', t('See figures and reports')],
    ],
  ],
  [
    t('People'),
    [
      ['recipients:read', t('See recipients')],
      [
        'recipients:write',
        t('Correct, export and erase recipients, and see any address with a reason'),
      ],
      ['contacts:read', t('See contacts')],
      ['contacts:write', t('Import and change contacts')],
      [
        'addresses:read',
        t('See email addresses and links of recipients, and download lists of them'),
      ],
    ],
  ],
  [
    t('Campaigns and catalogue'),
    [
      ['campaigns:read', t('See campaigns')],
      ['campaigns:write', t('Create and change campaigns')],
      ['catalogue:read', t('See products and stock')],
      ['catalogue:write', t('Change products and stock')],
      ['parcels:pack', t('Pack parcels, see the address of a parcel while packing it')],
    ],
  ],
  [
    t('Costs'),
    [
      ['spend:read', t('See costs and donations')],
      ['donations:write', t('Record payments to charities')],
    ],
  ],
  [
    t('Developers'),
    [
      ['tokens:write', t('Create API keys and OAuth clients, see the request log')],
      ['events:read', t('See events and deliveries')],
      ['endpoints:read', t('See webhook endpoints')],
      ['endpoints:write', t('Change webhook endpoints, and send deliveries again')],
    ],
  ],
  [t('Account'), [['audit:read', t('See the audit log')]]],
]

export const permissionLabels: ReadonlyMap<Permission, string> = new Map(
  permissionGroups.flatMap(([, permissions]) => permissions),
)
