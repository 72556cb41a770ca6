import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** The Bestow logo and name. */
export function Brand() {
  return (
    <Anchor
      renderRoot={(props) => <Link to="/" {...props} />}
      underline="never"
      c="inherit"
      aria-label="Bestow, overview"
    >
      <Group gap={8} wrap="nowrap">
        <Logo />
        <Text fw={700} size="md" visibleFrom="xs" span>
          Bestow
        </Text>
      </Group>
    </Anchor>
  )
}

export const Logo = ({ size = 26 }: { size?: number }) => (
  <img src="/assets/icon.svg" width={size} height={size} alt="" />
)
