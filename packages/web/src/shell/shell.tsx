import {
  AppShell,
  Badge,
  Box,
  Burger,
  Button,
  Group,
  Kbd,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { EmailBanner } from '#web/components/email-banner.tsx'
import { Redirect } from '#web/components/redirect.tsx'
import { ErrorState, NotFound, PageSkeleton } from '#web/components/status-views.tsx'
import { useSession } from '#web/session.ts'
import { Announcer } from '../components/announcer.tsx'
import { Brand } from '../components/brand.tsx'
import { DocumentTitleProvider, useDocumentTitleState } from '../components/document-title.ts'
import { AccountMenu } from './account-menu.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { CommandPalette, openCommandPalette } from './command-palette.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx'
import { NavigationList } from './navigation-list.tsx'
import { usePrefetchedPages } from './prefetch-pages.ts'
import { ProgressBar } from './progress-bar.tsx'
import { useRouteFocus } from './route-focus.ts'
import { TestClockBadge } from './test-clock-badge.tsx'

/** The layout of all pages. Redirects to sign-in without a session. */
export function Shell() {
  const { data, error, refetch } = useSession()
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />
  if (data.needs_setup) return <Redirect to="/setup" />
  if (data.me === null) return <Redirect to="/sign-in" withReturnPath />
  return (
    <ShellFrame>
      <Outlet />
    </ShellFrame>
  )
}

/** An unknown URL: inside the shell with a session, standalone without. */
export function NotFoundShell() {
  const { data } = useSession()
  return data?.me == null ? (
    <main>
      <NotFound />
    </main>
  ) : (
    <ShellFrame>
      <NotFound />
    </ShellFrame>
  )
}

function ShellFrame({ children }: { children: ReactNode }) {
  const documentTitle = useDocumentTitleState()
  return (
    <DocumentTitleProvider value={documentTitle}>
      <ShellLayout>{children}</ShellLayout>
    </DocumentTitleProvider>
  )
}

function ShellLayout({ children }: { children: ReactNode }) {
  useRouteFocus()
  usePrefetchedPages()
  const [isOpen, nav] = useDisclosure(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes after navigation
  useEffect(() => nav.close(), [pathname])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 236, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip" href="#main">
        Skip to content
      </a>
      <ProgressBar />
      <AppShell.Header>
        <TopBar
          burger={
            <Burger
              opened={isOpen}
              onClick={nav.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close navigation' : 'Open navigation'}
            />
          }
        />
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Areas">
        <NavigationList />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <EmailBanner />
        <ConnectionBar />
        <Breadcrumbs />
        {children}
      </AppShell.Main>
      <Announcer />
      <CommandPalette />
      <KeyboardShortcuts />
    </AppShell>
  )
}

/** The header: stage, account and region. In staging it is amber. */
function TopBar({ burger }: { burger: React.ReactNode }) {
  const { data } = useSession()
  const account = data?.me?.account
  if (account === undefined) return null
  const isStaging = account.stage === 'staging'
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap" className={isStaging ? 'stage' : ''}>
      {burger}
      <Brand />
      <Group gap="sm" wrap="nowrap" visibleFrom="sm" style={{ minWidth: 0 }}>
        <Badge variant="outline" color={isStaging ? 'var(--stage-ink)' : 'plum'}>
          {account.stage}
        </Badge>
        <Text size="sm" truncate>
          {account.name} <VisuallyHidden>in region </VisuallyHidden>
          <span className="mono">· {account.region}</span>
        </Text>
      </Group>
      <Box hiddenFrom="sm" style={{ minWidth: 0, lineHeight: 1.25 }}>
        <Text size="sm" fw={600} truncate>
          {account.name}
        </Text>
        <Text size="xs">
          {account.stage} · {account.region}
        </Text>
      </Box>
      <Group gap="xs" ml="auto" wrap="nowrap">
        <TestClockBadge />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            <Kbd size="xs" visibleFrom="md">
              {'Ctrl K'}
            </Kbd>
          }
          onClick={openCommandPalette}
          visibleFrom="sm"
        >
          Search
        </Button>
        <Button
          variant="default"
          size="xs"
          px={8}
          onClick={openCommandPalette}
          aria-label="Search and commands"
          hiddenFrom="sm"
        >
          <IconSearch size={16} aria-hidden />
        </Button>
        <AccountMenu />
      </Group>
    </Group>
  )
}
