import './campaigns.css'
import { NumberInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Choice } from '#web/blocks/choice.tsx'
import type { Conflict } from '#web/blocks/conflict.tsx'
import { Form } from '#web/blocks/form.tsx'
import { Panel } from '#web/blocks/page.tsx'
import { type Campaign, languages, type Method, methodWords, type Offered } from './campaign.ts'
import type { Choices, Draft } from './draft.ts'
import { LookFields } from './look-fields.tsx'
import { OfferingBuilder } from './offering-builder.tsx'
import { Preview } from './preview.tsx'
import { RemindersFields } from './reminders-fields.tsx'

interface EditorProps {
  initial: Draft
  /** What it offered before, archived or not. */
  known: readonly Offered[]
  choices: Choices
  isNew: boolean
  send: (draft: Draft) => Promise<Campaign>
  conflict?: Conflict<Draft, Campaign>
  onDone: (made: Campaign) => void
  verb: string
}

/** Everything about a campaign on one page, with what people will see beside it. */
export function Editor({ known, choices, isNew, ...form }: EditorProps) {
  return (
    <Form<Draft, Campaign> isLong {...form}>
      {(draft) => (
        <div className="previewed">
          <Stack gap="lg">
            <Basics form={draft} choices={choices} isNew={isNew} />
            <Panel title="Items" about="Recipients see them in this order.">
              <OfferingBuilder form={draft} choices={choices} known={known} />
            </Panel>
            <Panel title="Design">
              <LookFields form={draft} />
            </Panel>
            <Words form={draft} />
            {draft.values.invitation_method !== 'sender_provided_address' && (
              <Panel title="Reminders" about="For recipients who have not redeemed yet.">
                <RemindersFields form={draft} />
              </Panel>
            )}
          </Stack>
          <Preview draft={draft.values} />
        </div>
      )}
    </Form>
  )
}

export type DraftForm = UseFormReturnType<Draft>

function Basics({ form, choices, isNew }: { form: DraftForm; choices: Choices; isNew: boolean }) {
  const { invitation_method } = form.values
  const isDirect = invitation_method === 'sender_provided_address'
  return (
    <Panel title="Basics">
      <Stack>
        <TextInput
          label="Name"
          description="Only your team sees it."
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Description (optional)"
          autosize
          minRows={2}
          {...form.getInputProps('description')}
        />
        <Select
          label="How people are invited"
          description={methodWords[invitation_method].about}
          disabled={!isNew}
          data={Object.entries(methodWords).map(([value, { label }]) => ({ value, label }))}
          allowDeselect={false}
          value={invitation_method}
          onChange={(value) => {
            form.setFieldValue('invitation_method', value as Method)
            if (value === 'sender_provided_address') form.setFieldValue('selection_mode', 'all')
          }}
        />
        {!isDirect && (
          <Choice
            label="Each recipient can"
            fullWidth
            data={[
              { value: 'one', label: 'Choose one' },
              { value: 'all', label: 'Receive everything' },
            ]}
            {...form.getInputProps('selection_mode')}
          />
        )}
        {!isDirect && (
          <Switch
            label="Show the items before the gift is opened"
            checked={form.values.visible_at_redemption}
            onChange={(event) =>
              form.setFieldValue('visible_at_redemption', event.currentTarget.checked)
            }
          />
        )}
        <Select
          label="Sent from"
          data={choices.people.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          searchable
          {...form.getInputProps('sender_id')}
        />
        <NumberInput
          label="Expires after (days)"
          min={1}
          max={365}
          clampBehavior="strict"
          maw={200}
          {...form.getInputProps('expires_after_days')}
        />
      </Stack>
    </Panel>
  )
}

const timeZones = Intl.supportedValuesOf('timeZone')

const Words = ({ form }: { form: DraftForm }) => (
  <Panel title="Message" about="The first email, and the text on the page.">
    <Stack>
      <Select
        label="Language"
        description="Recipients can change it on their page."
        data={[...languages]}
        allowDeselect={false}
        {...form.getInputProps('locale')}
      />
      <TextInput label="Subject" {...form.getInputProps('email_message.subject')} />
      <Textarea label="Text" autosize minRows={4} {...form.getInputProps('email_message.body')} />
      <Select
        label="Time zone"
        description="For dates, and for the hours in which no reminders are sent."
        data={['UTC', ...timeZones.filter((zone) => zone !== 'UTC')]}
        searchable
        allowDeselect={false}
        {...form.getInputProps('time_zone')}
      />
    </Stack>
  </Panel>
)
