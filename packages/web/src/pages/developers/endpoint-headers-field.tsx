import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { t } from '#web/i18n/developers.ts'
import type { EndpointFormValues } from './endpoint-fields.tsx'

const maxHeaders = 10
const headerExample = 'X-Api-Key'

/** A row of the form with one header. If the header is stored, the web app does not know its value. */
export interface HeaderValue {
  name: string
  value: string
  isStored: boolean
}

/**
 * The fields for custom headers. The page never shows stored values. If a field stays empty, the stored value
 * does not change.
 */
export function HeadersField({ form }: { form: UseFormReturnType<EndpointFormValues> }) {
  const { headers } = form.getValues()
  return (
    <Input.Wrapper
      label={t('Custom headers (optional)')}
      description={t(
        'Such as an API key for your gateway. Values are encrypted and never shown again.',
      )}
      error={form.errors.headers}
      labelElement="div"
    >
      <Stack gap="xs" mt="xs">
        {headers.map((header, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and only the last one is added
          <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              aria-label={t('Name of header {number}', { number: index + 1 })}
              placeholder={headerExample}
              autoComplete="off"
              spellCheck={false}
              style={{ flex: '1 1 8rem', minWidth: 0 }}
              {...form.getInputProps(`headers.${index}.name`)}
            />
            <TextInput
              aria-label={t('Value of header {number}', { number: index + 1 })}
              placeholder={
                header.isStored ? t('{dots} (unchanged)', { dots: '••••••••' }) : t('Value')
              }
              autoComplete="off"
              spellCheck={false}
              style={{ flex: '2 1 10rem', minWidth: 0 }}
              {...form.getInputProps(`headers.${index}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('Remove header {name}', { name: header.name || index + 1 })}
              onClick={() => form.removeListItem('headers', index)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {headers.length < maxHeaders && (
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() =>
                form.insertListItem('headers', { name: '', value: '', isStored: false })
              }
            >
              {t('Add header')}
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
