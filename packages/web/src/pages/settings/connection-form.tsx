import {
  Button,
  Group,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { Connection, ConnectorField, ConnectorKind, LocalizedText } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { openDialog, openForm } from '#web/components/dialogs/form-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { language } from '#web/i18n/language.ts'
import { t } from '#web/i18n/settings.ts'

/** Returns a text of a connector in the language of the user. */
export const localize = (texts: LocalizedText): string =>
  texts[language as keyof LocalizedText] ?? texts.en

interface ConnectionValues extends Record<string, unknown> {
  name: string
  settings: Record<string, unknown>
}

export const openNew = ({ kind, title, fields }: ConnectorKind): void =>
  openForm({
    title: t('New connection: {kind}', { kind: localize(title) }),
    initial: {
      name: localize(title),
      settings: Object.fromEntries(fields.map((field) => [field.name, field.default ?? ''])),
    },
    onSubmit: ({ name, settings }) => api.post('/connections', { kind, name, settings }),
    onDone: ({ name, webhook_url }) => {
      toast(t('Added. Test it to see whether it works.'))
      if (webhook_url !== null) showWebhookUrl(name, webhook_url)
    },
    submitLabel: t('Add connection'),
    children: (form) => (
      <ConnectionFields fields={fields} getInputProps={form.getInputProps} isNew />
    ),
  })

export const openEdit = (connection: Connection, { fields }: ConnectorKind): void => {
  const { id, name, settings } = connection
  const initial: ConnectionValues = {
    name,
    settings: Object.fromEntries(fields.map((field) => [field.name, settings[field.name] ?? ''])),
  }
  openForm({
    title: t('Edit {name}', { name }),
    initial,
    onSubmit: (values) => api.patch(`/connections/${id}`, values),
    onDone: () => toast(t('Saved.')),
    submitLabel: t('Save'),
    children: (form) => <ConnectionFields fields={fields} getInputProps={form.getInputProps} />,
  })
}

interface FieldsProps {
  fields: readonly ConnectorField[]
  getInputProps: (name: string) => object
  isNew?: boolean
}

/** The fields that the connector declares, below the name. */
const ConnectionFields = ({ fields, getInputProps, isNew = false }: FieldsProps) => (
  <Stack>
    <TextInput
      label={t('Name')}
      description={t('Only your team sees it.')}
      maxLength={100}
      data-autofocus
      {...getInputProps('name')}
    />
    {fields.map((field) => (
      <SettingInput
        key={field.name}
        field={field}
        isNew={isNew}
        inputProps={getInputProps(`settings.${field.name}`)}
      />
    ))}
  </Stack>
)

interface SettingProps {
  field: ConnectorField
  isNew: boolean
  inputProps: object
}

/** The input of a field that a connector declares. */
export function SettingInput({ field, isNew, inputProps }: SettingProps) {
  const { label, hint, choices, is_integer, is_long, is_secret } = field
  const common = {
    label: localize(label),
    ...(hint !== null && { description: localize(hint) }),
    ...inputProps,
  }
  if (choices !== null) return <Select data={choices} allowDeselect={false} {...common} />
  if (is_long) return <Textarea autosize maxRows={8} spellCheck={false} {...common} />
  if (is_integer) return <NumberInput allowDecimal={false} {...common} />
  if (!is_secret) return <TextInput autoComplete="off" spellCheck={false} {...common} />
  return (
    <PasswordInput
      autoComplete="new-password"
      {...common}
      {...(!isNew && { placeholder: t('Unchanged') })}
    />
  )
}

/** Shows the URL that a person enters at the service, so that its messages arrive. */
export const showWebhookUrl = (name: string, url: string): void =>
  openDialog({ title: t('Webhook URL of {name}', { name }) }, (close) => (
    <Stack>
      <Text size="sm">
        {t('Enter this URL at the service, so that its reports and replies reach Bestow.')}
      </Text>
      <Group wrap="nowrap" gap="xs" align="flex-start">
        <Text className="mono" size="sm" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {url}
        </Text>
        <CopyIconButton value={url} label={t('Copy the URL')} />
      </Group>
      <Group justify="flex-end">
        <Button onClick={close}>{t('Done')}</Button>
      </Group>
    </Stack>
  ))
