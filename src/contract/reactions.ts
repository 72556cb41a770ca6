/** What a recipient can think of a gift, in one tap. The order is that of the buttons. */
export const reactions = ['love', 'joy', 'wow', 'thanks', 'celebrate'] as const
export type Reaction = (typeof reactions)[number]

/** How each reaction is drawn. */
export const reactionEmoji: Readonly<Record<Reaction, string>> = {
  love: '❤️',
  joy: '😊',
  wow: '😮',
  thanks: '🙏',
  celebrate: '🎉',
}
