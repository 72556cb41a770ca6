import { Group, Select, Stack, Text } from '@mantine/core'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/developers.ts'
import type { EndpointProps } from './endpoint-actions.tsx'
import { overlapOptions } from './overlap-options.ts'

const keyOptions = overlapOptions.map(({ value, label }) => ({
  value,
  label: value === '0' ? t('none: only the new key') : label,
}))

/** A panel with the public Ed25519 key, and a button that rotates the key. */
export function KeyPanel({
  endpoint,
  public_key,
  reload,
}: EndpointProps & { public_key: string; reload: () => void }) {
  const { previous_key_until: until, previous_public_key } = endpoint
  const hasTwoKeys = until !== null && new Date(until) > new Date()
  return (
    <Panel
      title={t('Ed25519 key')}
      about={t('The public key. Receivers verify the v1a signatures with it; it is not a secret.')}
    >
      <Stack>
        <KeyText name={t('Public key')} copyLabel={t('Copy public key')} value={public_key} />
        {hasTwoKeys && previous_public_key !== null && (
          <>
            <KeyText
              name={t('Previous key')}
              copyLabel={t('Copy previous key')}
              value={previous_public_key}
            />
            <Text size="sm">
              <Trans
                text="The previous key also signs, and expires {time}."
                time={<RelativeTime at={until} />}
              />
            </Text>
          </>
        )}
        <Form
          initial={{ overlap_seconds: '86400' }}
          onSubmit={({ overlap_seconds }) =>
            api.post(`/endpoints/${endpoint.id}/rotate_key`, {
              overlap_seconds: Number(overlap_seconds),
            })
          }
          onDone={() => {
            toast(t('The key is rotated.'))
            reload()
          }}
          submitLabel={t('Rotate key')}
        >
          {(form) => (
            <Select
              label={t('Overlap with the old key')}
              data={keyOptions}
              allowDeselect={false}
              {...form.getInputProps('overlap_seconds')}
            />
          )}
        </Form>
      </Stack>
    </Panel>
  )
}

interface KeyTextProps {
  name: string
  copyLabel: string
  value: string
}

const KeyText = ({ name, copyLabel, value }: KeyTextProps) => (
  <div>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <span className="mono" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </span>
      <CopyIconButton value={value} label={copyLabel} />
    </Group>
  </div>
)
