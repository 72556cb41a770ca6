import { t } from '#web/i18n/campaigns.ts'
import './campaigns.css'
import { NumberInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { Campaign, CampaignChoices, InvitationMethod } from '#web/admin-api.ts'
import { languageOptions } from '#web/components/formats/languages.ts'
import type { Conflict } from '#web/components/forms/conflict.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { GreetingPicker } from '#web/components/forms/greeting-picker.tsx'
import {
  fromLocalInputValue,
  localTimeZone,
  toLocalInputValue,
} from '#web/components/forms/local-time-input.ts'
import { SegmentedField } from '#web/components/forms/segmented-field.tsx'
import { ToneField } from '#web/components/forms/tone-field.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { methodLabels } from './campaign.ts'
import type { CampaignForm, CampaignFormValues } from './campaign-form.ts'
import { CampaignPreview } from './campaign-preview.tsx'
import { CostFields, TeamsField } from './cost-fields.tsx'
import { FallbackField } from './fallback-field.tsx'
import { MaxChoicesField } from './max-choices-field.tsx'
import { OfferingBuilder } from './offering-builder.tsx'
import { RateRuleFields } from './rate-rule-fields.tsx'
import { RemindersFields } from './reminders-fields.tsx'
import { ThemeFields } from './theme-fields.tsx'
import { TranslationFields } from './translation-fields.tsx'

interface CampaignEditorProps {
  initial: CampaignFormValues
  /** The products that the saved campaign offers, including archived products. */
  previousItems: Campaign['offering']
  choices: CampaignChoices
  isNew: boolean
  onSubmit: (values: CampaignFormValues) => Promise<Campaign>
  conflict?: Conflict<CampaignFormValues, Campaign>
  onDone: (campaign: Campaign) => Promise<void>
  submitLabel: string
}

/** A form with all settings of a campaign on one page, and with a preview. */
export function CampaignEditor({ previousItems, choices, isNew, ...form }: CampaignEditorProps) {
  return (
    <Form<CampaignFormValues, Campaign> isLong {...form}>
      {(campaignForm) => (
        <div className="previewed">
          <Stack gap="lg">
            <Basics form={campaignForm} choices={choices} isNew={isNew} />
            <Panel title={t('Items')} about={t('Recipients see them in this order.')}>
              <OfferingBuilder
                form={campaignForm}
                choices={choices}
                previousItems={previousItems}
              />
            </Panel>
            <Panel title={t('Design')}>
              <ThemeFields form={campaignForm} />
            </Panel>
            <Panel
              title={t('Card')}
              about={t('Comes with your message, on every page of the gift.')}
            >
              <CardFields form={campaignForm} />
            </Panel>
            <MessageFields form={campaignForm} />
            <Panel
              title={t('Translations')}
              about={t(
                'Recipients read these texts if they use the language. A text that is missing appears in the language of the campaign.',
              )}
            >
              <TranslationFields form={campaignForm} />
            </Panel>
            {campaignForm.values.invitation_method !== 'sender_provided_address' && (
              <Panel
                title={t('Reminders')}
                about={t('Sent to recipients who haven’t redeemed yet.')}
              >
                <RemindersFields form={campaignForm} />
              </Panel>
            )}
            {campaignForm.values.invitation_method !== 'sender_provided_address' && (
              <Panel title={t('Unclaimed gifts')}>
                <FallbackField form={campaignForm} choices={choices} />
              </Panel>
            )}
            <Panel title={t('Costs')} about={t('Only your team sees this.')}>
              <Stack>
                <CostFields form={campaignForm} />
                <TeamsField form={campaignForm} />
              </Stack>
            </Panel>
            {choices.has_rates && (
              <Panel
                title={t('Shipping')}
                about={t('Which rate of the carrier is bought for a parcel.')}
              >
                <RateRuleFields form={campaignForm} />
              </Panel>
            )}
          </Stack>
          <CampaignPreview draft={campaignForm.values} />
        </div>
      )}
    </Form>
  )
}

const CardFields = ({ form }: { form: CampaignForm }) => (
  <Stack gap="lg">
    <GreetingPicker
      value={form.values.greeting}
      onChange={(greeting) => form.setFieldValue('greeting', greeting)}
    />
    <Switch
      label={t('Print a card for each parcel')}
      description={t('With your message and your name, so that no gift arrives without a sender.')}
      {...form.getInputProps('prints_card', { type: 'checkbox' })}
    />
  </Stack>
)

interface BasicsProps {
  form: CampaignForm
  choices: CampaignChoices
  isNew: boolean
}

function Basics({ form, choices, isNew }: BasicsProps) {
  const { invitation_method } = form.values
  const isDirect = invitation_method === 'sender_provided_address'
  return (
    <Panel title={t('Basics')}>
      <Stack>
        <TextInput
          label={t('Name')}
          description={t('Only your team sees this.')}
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('Description (optional)')}
          autosize
          minRows={2}
          {...form.getInputProps('description')}
        />
        <Select
          label={t('How people are invited')}
          description={methodLabels[invitation_method].about}
          disabled={!isNew}
          data={Object.entries(methodLabels).map(([value, { label }]) => ({ value, label }))}
          allowDeselect={false}
          value={invitation_method}
          onChange={(value) => {
            form.setFieldValue('invitation_method', value as InvitationMethod)
            if (value === 'sender_provided_address') {
              form.setFieldValue('selection_mode', 'all')
              form.setFieldValue('max_choices', 1)
            }
          }}
        />
        {!isDirect && (
          <SegmentedField
            label={t('Each recipient can')}
            fullWidth
            data={[
              { value: 'one', label: t('Choose') },
              { value: 'all', label: t('Receive everything') },
            ]}
            {...form.getInputProps('selection_mode')}
            onChange={(value) => {
              form.setFieldValue('selection_mode', value as 'one' | 'all')
              if (value === 'all') form.setFieldValue('max_choices', 1)
            }}
          />
        )}
        {form.values.selection_mode === 'one' && <MaxChoicesField form={form} />}
        {!isDirect && (
          <Switch
            label={t('Show the items before the gift is opened')}
            checked={form.values.visible_at_redemption}
            onChange={(event) =>
              form.setFieldValue('visible_at_redemption', event.currentTarget.checked)
            }
          />
        )}
        <Select
          label={t('Sent from')}
          data={choices.users.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          searchable
          {...form.getInputProps('sender_id')}
        />
        <NumberInput
          label={t('Expires after (days)')}
          min={1}
          max={365}
          clampBehavior="strict"
          maw={200}
          {...form.getInputProps('expires_after_days')}
        />
        <EndField form={form} />
      </Stack>
    </Panel>
  )
}

const EndField = ({ form }: { form: CampaignForm }) => {
  const { ends_at } = form.values
  return (
    <TextInput
      type="datetime-local"
      label={t('Ends (optional)')}
      description={t('From then on, no new gifts can be sent. Your time: {timeZone}', {
        timeZone: localTimeZone,
      })}
      styles={{ wrapper: { maxWidth: 280 } }}
      error={form.errors.ends_at}
      value={ends_at === null ? '' : toLocalInputValue(new Date(ends_at))}
      onChange={(event) =>
        form.setFieldValue('ends_at', fromLocalInputValue(event.currentTarget.value) || null)
      }
    />
  )
}

const timeZones = Intl.supportedValuesOf('timeZone')

const MessageFields = ({ form }: { form: CampaignForm }) => (
  <Panel
    title={t('Message')}
    about={t('Used in the invitation email and on the recipient’s page.')}
  >
    <Stack>
      <Select
        label={t('Language')}
        description={t('Recipients can change the language on their page.')}
        data={[...languageOptions]}
        allowDeselect={false}
        {...form.getInputProps('locale')}
      />
      <ToneField
        value={form.values.tone}
        unset={t('Same as the account')}
        onChange={(tone) => form.setFieldValue('tone', tone)}
      />
      <TextInput
        label={t('Subject')}
        description={t('{fields} become the recipient’s name, here and in the text.', {
          fields: '{first_name}, {last_name}',
        })}
        {...form.getInputProps('email_message.subject')}
      />
      <Textarea
        label={t('Text')}
        autosize
        minRows={4}
        {...form.getInputProps('email_message.body')}
      />
      <Select
        label={t('Time zone')}
        description={t('Used for dates and quiet hours.')}
        data={['UTC', ...timeZones.filter((zone) => zone !== 'UTC')]}
        searchable
        allowDeselect={false}
        {...form.getInputProps('time_zone')}
      />
    </Stack>
  </Panel>
)
