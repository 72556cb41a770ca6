import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

export type HtmlProps<Props> = Omit<ComponentProps<'a'>, keyof Props>

/** A text link to a page of the app. */
export const PageLink = createLink((props: AnchorProps & HtmlProps<AnchorProps>) => (
  <Anchor {...props} />
))

/** A link inside a sentence: it has the size of the text and is underlined. */
export const InlineLink = createLink((props: AnchorProps & HtmlProps<AnchorProps>) => (
  <Anchor inherit underline="always" {...props} />
))

/** A link to a page of the app in the style of a button. */
export const ButtonLink = createLink((props: ButtonProps & HtmlProps<ButtonProps>) => (
  <Button component="a" {...props} />
))
