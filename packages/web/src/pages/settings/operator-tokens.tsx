import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import type { OperatorToken } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { showSecret } from '#web/components/dialogs/secret-dialog.tsx'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { toPassword } from '#web/components/forms/own-password-input.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { t } from '#web/i18n/settings.ts'
import { reauthenticate } from './reauthenticate.tsx'

/** The tokens with which programs manage the accounts of the installation. */
export const OperatorTokens = () => (
  <Stack mt="xl">
    <Group justify="space-between">
      <div>
        <Title order={2} size="h4">
          {t('Tokens for programs')}
        </Title>
        <Text size="sm" c="dimmed">
          {t(
            'With a token, a program creates, changes, suspends and resumes accounts. It reads nothing in them.',
          )}
        </Text>
      </div>
      <Button variant="default" onClick={openCreate}>
        {t('New token')}
      </Button>
    </Group>
    <DataList
      label={t('Tokens for programs')}
      path="/operator-tokens"
      columns={[
        { header: t('Name'), cell: (each) => <TokenName {...each} /> },
        { header: t('Created by'), cell: ({ created_by }) => created_by },
        { header: t('Created'), cell: ({ created_at }) => <RelativeTime at={created_at} /> },
        { header: t('Last use'), cell: ({ last_used_at }) => <RelativeTime at={last_used_at} /> },
      ]}
      actions={(each) =>
        each.revoked_at === null && (
          <Button variant="default" size="xs" onClick={() => confirmRevoke(each)}>
            {t('Revoke')}
          </Button>
        )
      }
      empty={
        <EmptyList guide="accounts" title={t('No tokens')}>
          {t('Create one for a product that makes an account for each of its customers.')}
        </EmptyList>
      }
    />
  </Stack>
)

const TokenName = ({ name, last_four, revoked_at }: OperatorToken) => (
  <Group gap="xs">
    <Text inherit fw={600}>
      {name}
    </Text>
    <Code>…{last_four}</Code>
    {revoked_at !== null && <StatusBadge tone="end">{t('Revoked')}</StatusBadge>}
  </Group>
)

const openCreate = (): void =>
  reauthenticate({
    title: t('New token'),
    about: t('Name the token after the program that uses it.'),
    name: { label: t('Name'), initial: '' },
    onSubmit: (password, name) => api.post('/operator-tokens', { name, ...toPassword(password) }),
    onDone: ({ name, token }) => showSecret({ title: name, secrets: [[t('Token'), token]] }),
    submitLabel: t('Create token'),
  })

const confirmRevoke = ({ id, name }: OperatorToken): void =>
  confirm({
    title: t('Revoke {name}?', { name }),
    children: <Text size="sm">{t('Programs with this token are rejected from now on.')}</Text>,
    confirmLabel: t('Revoke'),
    onConfirm: async () => {
      await api.delete(`/operator-tokens/${id}`)
    },
  })
