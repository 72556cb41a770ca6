import {
  campaignChangeAppBody,
  campaignChangeBody,
  campaignCopyBody,
  campaignSettingsBody,
  newCampaignAppBody,
  newCampaignBody,
} from '../campaign.ts'
import { campaignAppMembers } from '../campaign-resources.ts'
import { exampleIds, examples } from '../examples.ts'
import { operation, type PossibleError } from '../operation.ts'
import { changedError, ifMatchNote } from './catalogue-common.ts'
import { notFoundError } from './list-parameters.ts'
import { bodyErrors, oneResource } from './responses.ts'

const common = { tag: 'Campaigns', since: '2026-05' } as const
const write = { ...common, scope: 'campaigns:write' } as const

const one = (status: 200 | 201, description: string) =>
  oneResource('campaigns', description, examples.campaign, status)

const settingErrors: readonly PossibleError[] = [...bodyErrors, { code: 'invalid_reference' }]

const settings = {
  campaign_id: exampleIds.campaign,
  max_choices: 1,
  tone: null,
  fallback_variant_id: null,
  locale: 'de',
  time_zone: 'Europe/Berlin',
  translations: { fr: { headline: 'Bienvenue', message: 'Choisissez votre cadeau.' } },
  reminders: {
    after_days: [5, 21],
    before_expiry_days: [3],
    quiet: { from: '20:00', to: '08:00' },
  },
  wrapping: { paper: 'stars', ribbon: 'gold' },
  rate_rule: { kind: 'fastest', max_amount: { amount: 1200, currency: 'EUR' } },
  is_paused: false,
  ends_at: '2027-01-15T23:00:00.000Z',
  cost_centre: 'Sales 4711',
  budget: { amount: { amount: 450000, currency: 'EUR' }, stops: true },
  updated_at: examples.campaign.updated_at,
}
const settingsResponse = oneResource('campaign_settings', 'The settings.', settings)

const createOperations = [
  operation({
    ...write,
    id: 'createCampaign',
    method: 'POST',
    path: '/campaigns',
    summary: 'Create a campaign',
    description:
      'Creates an available campaign. Without a colour or a logo, it has those of the account; without `sender_id`, the first user of the account sends its gifts.',
    request: {
      type: 'campaigns',
      body: newCampaignBody,
      appBody: newCampaignAppBody,
      examples: {
        choice: {
          summary: 'Recipients choose one of the items, and get emails in German',
          value: {
            name: 'Autumn thank-you',
            invitation_method: 'email',
            email_message: { subject: 'A small thank-you', body: 'Choose what you like best.' },
            variant_ids: [exampleIds.variant],
            settings: { locale: 'de', time_zone: 'Europe/Berlin' },
          },
        },
      },
    },
    responses: one(201, 'The campaign.'),
    appMembers: campaignAppMembers,
    errors: [...settingErrors, { code: 'not_allowed' }],
  }),
  operation({
    ...write,
    id: 'updateCampaign',
    method: 'PATCH',
    path: '/campaigns/{id}',
    summary: 'Change a campaign',
    description: `Changes the members that the body has, also inside \`theme\` and \`email_message\`. Gifts that exist keep what they offer. The invitation method is fixed. ${ifMatchNote}`,
    request: {
      type: 'campaigns',
      body: campaignChangeBody,
      appBody: campaignChangeAppBody,
      examples: {
        headline: {
          summary: 'Another headline, and 30 days to redeem',
          value: { theme: { headline: 'Thank you all' }, expires_after_days: 30 },
        },
      },
    },
    responses: one(200, 'The campaign.'),
    appMembers: campaignAppMembers,
    errors: [notFoundError, changedError, ...settingErrors],
  }),
  operation({
    ...write,
    id: 'copyCampaign',
    method: 'POST',
    path: '/campaigns/{id}/copy',
    summary: 'Copy a campaign',
    description: 'Creates a campaign with another name and the same content and settings.',
    request: {
      type: 'campaigns',
      body: campaignCopyBody,
      examples: { next: { summary: 'The next year', value: { name: 'Spring thank-you 2027' } } },
    },
    responses: one(201, 'The copy.'),
    appMembers: campaignAppMembers,
    errors: [notFoundError, ...bodyErrors.filter(({ code }) => code !== 'too_many')],
  }),
]

const stateOperations = [
  operation({
    ...write,
    id: 'archiveCampaign',
    method: 'POST',
    path: '/campaigns/{id}/archive',
    summary: 'Archive a campaign',
    description: 'The campaign sends no new gifts. Existing gifts are not affected.',
    responses: one(200, 'The campaign, archived.'),
    appMembers: campaignAppMembers,
    errors: [notFoundError, { code: 'unknown_parameter' }],
  }),
  operation({
    ...write,
    id: 'restoreCampaign',
    method: 'POST',
    path: '/campaigns/{id}/restore',
    summary: 'Restore a campaign',
    description: 'Makes an archived campaign available. Fails if all its items are archived.',
    responses: one(200, 'The campaign, available.'),
    appMembers: campaignAppMembers,
    errors: [notFoundError, { code: 'unknown_parameter' }, { code: 'invalid_transition' }],
  }),
]

const settingsOperations = [
  operation({
    ...common,
    scope: 'campaigns:read',
    id: 'getCampaignSettings',
    method: 'GET',
    path: '/campaigns/{id}/settings',
    summary: 'Get the settings of a campaign',
    description:
      'Language, reminders, the choice of shipping rates, and the donation that replaces unclaimed gifts.',
    responses: settingsResponse,
    errors: [notFoundError],
  }),
  operation({
    ...write,
    id: 'updateCampaignSettings',
    method: 'PATCH',
    path: '/campaigns/{id}/settings',
    summary: 'Change the settings of a campaign',
    description: `Changes the members that the body has. The next reminders of existing gifts follow the new plan. ${ifMatchNote}`,
    request: {
      type: 'campaign_settings',
      body: campaignSettingsBody,
      examples: {
        reminders: {
          summary: 'One reminder after a week, at any hour',
          value: { reminders: { after_days: [7], before_expiry_days: [], quiet: null } },
        },
        pause: { summary: 'No new gift requests for now', value: { is_paused: true } },
      },
    },
    responses: settingsResponse,
    errors: [notFoundError, changedError, ...settingErrors, { code: 'not_allowed' }],
  }),
]

/** The operations that change campaigns, and those on their settings. */
export const campaignChangeOperations = [
  ...createOperations,
  ...stateOperations,
  ...settingsOperations,
]
