import { SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { BodyAt } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { languageOptions, type RecipientLanguage } from '#web/components/formats/languages.ts'
import { toNewGreeting } from '#web/components/forms/greeting-picker.tsx'
import {
  PhonePreview,
  type PreviewKind,
  usePreview,
} from '#web/components/layout/phone-preview.tsx'
import { t } from '#web/i18n/campaigns.ts'
import { languageOfLocale } from '#web/i18n/shared.ts'
import type { CampaignFormValues } from './campaign-form.ts'

/** A preview of a campaign while the user edits it. It shows what the recipient will see. */
export function CampaignPreview({ draft }: { draft: CampaignFormValues }) {
  const [show, setShow] = useState<PreviewKind>('page')
  const [language, setLanguage] = useState<RecipientLanguage | null>(null)
  const { preview, state } = usePreview(
    'campaign',
    (input: BodyAt<'POST', '/campaigns/preview'>) => api.post('/campaigns/preview', input),
    toPreviewInput(draft, language),
  )
  const isDirect = draft.invitation_method === 'sender_provided_address'
  const isEmailed = draft.invitation_method === 'email' || isDirect
  const activeView =
    (show === 'mail' && !isEmailed) || (show === 'choose' && isDirect) ? 'page' : show
  return (
    <aside aria-label={t('Preview')}>
      <Stack gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('Preview type')}
          value={activeView}
          onChange={(value) => setShow(value as PreviewKind)}
          data={[
            { value: 'page', label: t('Page') },
            ...(isDirect ? [] : [{ value: 'choose', label: t('Choosing') }]),
            ...(isEmailed ? [{ value: 'mail', label: t('Email') }] : []),
          ]}
        />
        <Select
          size="xs"
          aria-label={t('Language of the preview')}
          data={[...languageOptions]}
          value={language ?? languageOfLocale(draft.locale) ?? 'en'}
          onChange={(value) => setLanguage(value as RecipientLanguage)}
          allowDeselect={false}
        />
        <PhonePreview state={state} show={activeView} placeholder={describeMissing(draft) ?? ''} />
        {preview !== undefined && activeView === 'mail' && (
          <Text size="xs" c="dimmed">
            {t('Subject: {subject}', { subject: preview.subject })}
          </Text>
        )}
      </Stack>
    </aside>
  )
}

/**
 * Converts the draft of a campaign to the input of the preview. Returns undefined while there is nothing to
 * render.
 */
function toPreviewInput(draft: CampaignFormValues, language: RecipientLanguage | null) {
  const {
    name: _,
    description: __,
    reminders: ___,
    rate_rule: ____,
    fallback_variant_id: _____,
    cost_centre: ______,
    budget: _______,
    purchase_order_number: ________,
    team_ids: _________,
    prints_card: __________,
    ends_at: ___________,
    greeting,
    ...values
  } = draft
  return describeMissing(draft) === undefined
    ? { ...values, greeting: toNewGreeting(greeting), ...(language && { language }) }
    : undefined
}

/** Says what the user must enter next to see a preview. Returns undefined if nothing is missing. */
function describeMissing({ variant_ids, theme, expires_after_days }: CampaignFormValues) {
  if (variant_ids.length === 0) return t('Add an item to see a preview.')
  if (!/^#[0-9a-f]{6}$/i.test(theme.color)) return t('Choose a colour to see a preview.')
  if (!(Number(expires_after_days) >= 1))
    return t('Enter the days until the gift expires to see a preview.')
  return undefined
}
