import { Alert, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { LanguageSelect } from '#web/components/forms/language-select.tsx'
import { Logo } from '#web/components/layout/brand.tsx'
import { t } from '#web/i18n/auth.ts'
import { useSession } from '#web/session.ts'

interface AuthLayoutProps {
  title: string
  about?: ReactNode
  errorMessage?: string | undefined
  children: ReactNode
}

/** The layout of the pages before sign-in. It shows one card, the account name and the stage. */
export function AuthLayout({ title, about, errorMessage, children }: AuthLayoutProps) {
  const { data } = useSession()
  const stage = data?.deployment.stage
  return (
    <Stack component="main" mih="100dvh" align="center" justify="center" p="md">
      <title>{`${title} – Bestow`}</title>
      <Paper className="panel" p={{ base: 'lg', xs: 32 }} w="100%" maw={430}>
        <Group gap="xs" mb="lg" justify="space-between">
          <Group gap={8}>
            <Logo size={30} />
            <Text fw={700} size="lg">
              Bestow
            </Text>
          </Group>
          {stage === 'staging' && (
            <Badge className="stage-badge" variant="transparent" radius="sm">
              {t('Staging')}
            </Badge>
          )}
        </Group>
        <Title order={1} size="h2" mb={4}>
          {title}
        </Title>
        {about !== undefined && (
          <Text c="dimmed" mb="md">
            {about}
          </Text>
        )}
        {errorMessage !== undefined && (
          <Alert color="red" variant="light" role="alert" my="md">
            {errorMessage}
          </Alert>
        )}
        {children}
      </Paper>
      <LanguageSelect />
    </Stack>
  )
}

/**
 * Reads the secret part of a link from an email. It is in the fragment after #, which browsers do not send to
 * servers.
 */
export const readTokenFromUrl = (): string => window.location.hash.slice(1)
