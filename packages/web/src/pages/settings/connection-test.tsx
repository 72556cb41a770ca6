import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReplyAt } from '#web/admin-api.ts'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { t } from '#web/i18n/settings.ts'

interface TestResultProps {
  result: ReplyAt<'POST', '/connections/:id/test'>
  close: () => void
}

/** Shows what a test of a connection has tried, and what came back. */
export const TestResultView = ({ result: { ok, tried, answer }, close }: TestResultProps) => (
  <Stack>
    <div>
      <StatusBadge tone={ok ? 'good' : 'bad'}>
        {ok ? t('The service responded.') : t('The test failed.')}
      </StatusBadge>
    </div>
    <LabelledText label={t('Tried')} text={tried} />
    <LabelledText label={t('Response')} text={answer} />
    <Group justify="flex-end">
      <Button onClick={close}>{t('Done')}</Button>
    </Group>
  </Stack>
)

const LabelledText = ({ label, text }: { label: string; text: string }) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text className="mono" size="sm" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  </div>
)
