import { Group, Text } from '@mantine/core'
import { t } from '#web/i18n/common.ts'
import { PageLink } from './link.tsx'

/** The Bestow logo and name. */
export function Brand() {
  return (
    <PageLink to="/" underline="never" c="inherit" aria-label={t('Bestow, overview')}>
      <Group gap={8} wrap="nowrap">
        <Logo />
        <Text fw={700} size="md" visibleFrom="xs" span>
          {t('Bestow')}
        </Text>
      </Group>
    </PageLink>
  )
}

export const Logo = ({ size = 26 }: { size?: number }) => (
  <img src="/assets/icon.svg" width={size} height={size} alt="" />
)
