import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/campaigns.ts'

export const catalogue: SameTexts<typeof german> = {
  'Add an item to see a preview.': 'Ajoutez un article pour voir un aperçu.',
  'Choose a colour to see a preview.': 'Choisissez une couleur pour voir un aperçu.',
  'Enter the days until the gift expires to see a preview.':
    'Indiquez le nombre de jours avant l’expiration pour voir un aperçu.',
  '{fields} become the recipient’s name, here and in the text.':
    '{fields} sont remplacés par le nom du destinataire, ici et dans le texte.',
  'Archived|campaign': 'Archivée',
  'Created|campaign': 'Créée',
  'Updated|campaign': 'Mise à jour',
  'From|time': 'De',
  '“{name}” is archived. Gifts already sent continue.':
    '« {name} » est archivée. Les cadeaux déjà envoyés suivent leur cours.',
  '“{name}” saved.': '« {name} » a été enregistrée.',
  '{count} days': { one: '{count} jour', other: '{count} jours' },
  '{count} items': { one: '{count} article', other: '{count} articles' },
  '{count} more': '{count} de plus',
  '{name} (copy)': '{name} (copie)',
  '0 in stock in every warehouse': '0 en stock dans tous les entrepôts',
  'A campaign defines the items recipients can choose from, the design and the messages.':
    'Une campagne définit les articles proposés aux destinataires, l’apparence et les messages.',
  Aa: 'Aa',
  'Add {item}': 'Ajouter {item}',
  'Add a charity or a digital product to the catalogue to replace unclaimed gifts.':
    'Ajoutez une association ou un produit numérique au catalogue pour remplacer les cadeaux non réclamés.',
  'Add items': 'Ajouter des articles',
  'Add at least one item.': 'Ajoutez au moins un article.',
  'Also for gifts that are already sent. A digital item is emailed to recipients who have not declined.':
    'Aussi pour les cadeaux déjà envoyés. Un article numérique est envoyé par e-mail aux destinataires qui n’ont pas refusé.',
  'An archived item': 'Un article archivé',
  'Archived: no longer offered to new recipients':
    'Archivé : n’est plus proposé aux nouveaux destinataires',
  'archived: not offered to new recipients':
    'archivé : n’est pas proposé aux nouveaux destinataires',
  arrived: 'arrivés',
  'Same as the account': 'Comme le compte',
  'At most': 'Au plus',
  'Become a donation: {item}': 'Deviennent un don : {item}',
  'By email': 'Par e-mail',
  'By personal link': 'Par lien personnel',
  'Campaign copied. Give the copy a name.': 'Campagne copiée. Donnez un nom à la copie.',
  Cheapest: 'Le moins cher',
  Choose: 'Choisir',
  'Choose for each parcel': 'Choisir pour chaque colis',
  'Choose the one you like best.': 'Choisissez celui qui vous plaît le plus.',
  'chosen and confirmed': 'choisis et confirmés',
  'Comes with your message, on every page of the gift.':
    'Accompagne votre message sur toutes les pages du cadeau.',
  Cream: 'Crème',
  'Create campaign': 'Créer la campagne',
  'Create your first campaign': 'Créer votre première campagne',
  'day {day}': 'jour {day}',
  'Days after the invitation': 'Jours après l’invitation',
  'Days before expiry': 'Jours avant l’expiration',
  delivered: 'livrés',
  Donate: 'Faire un don',
  Dots: 'Pois',
  Duplicate: 'Dupliquer',
  'Each recipient can': 'Chaque destinataire peut',
  'Each recipient gets an email with a personal link.':
    'Chaque destinataire reçoit un e-mail avec un lien personnel.',
  'Email schedule': 'Calendrier des e-mails',
  'Expires after': 'Expire après',
  'Expires after (days)': 'Expire après (jours)',
  'Fastest up to a limit': 'Le plus rapide, jusqu’à une limite',
  Find: 'Rechercher',
  'For example #7a2459': 'Par exemple #7a2459',
  'Gift offers with their items, design and messages.':
    'Offres de cadeaux avec leurs articles, leur apparence et leurs messages.',
  'Gifts with a message of their own keep that message.':
    'Les cadeaux qui ont leur propre message le conservent.',
  Gold: 'Doré',
  Green: 'Vert',
  Headline: 'Titre',
  'How people are invited': 'Mode d’invitation',
  'If every rate costs more, the parcel waits and needs your attention.':
    'Si tous les tarifs sont plus chers, le colis attend et figure parmi les éléments à traiter.',
  'In the colour of the campaign': 'À la couleur de la campagne',
  Invitations: 'Invitations',
  'Language of the preview': 'Langue de l’aperçu',
  'Maximum number of items': 'Nombre maximal d’articles',
  'No campaigns yet': 'Aucune campagne pour l’instant',
  'No items match.': 'Aucun article ne correspond.',
  'No items yet. Add items below.': 'Aucun article pour l’instant. Ajoutez-en ci-dessous.',
  'No new gifts can be sent from it. Gifts already sent continue.':
    'Aucun nouveau cadeau ne peut être envoyé. Les cadeaux déjà envoyés suivent leur cours.',
  'No other items.': 'Aucun autre article.',
  'No reminders from {from} to {to}. Reminders due then are sent at {to}.':
    'Aucun rappel de {from} à {to}. Les rappels prévus à ces heures partent à {to}.',
  none: 'aucun',
  'Nothing happens': 'Rien de plus',
  'One shared link or QR code. Each visitor can claim one gift.':
    'Un lien ou code QR commun. Chaque visiteur peut demander un cadeau.',
  'Only your team sees this.': 'Visible uniquement par votre équipe.',
  opened: 'ouverts',
  Performance: 'Résultats',
  'Pick a colour': 'Choisir une couleur',
  Plain: 'Uni',
  'Quiet hours without reminders': 'Heures calmes sans rappels',
  'Recipients can change the language on their page.':
    'Les destinataires peuvent changer de langue sur leur page.',
  'Recipients can choose fewer. Each item is from a different product.':
    'Les destinataires peuvent en choisir moins. Chaque article vient d’un produit différent.',
  'Recipients choose one.': 'Les destinataires en choisissent un.',
  'Recipients choose up to {count}.': 'Les destinataires en choisissent jusqu’à {count}.',
  'Recipients get one of each product.':
    'Les destinataires reçoivent un exemplaire de chaque produit.',
  'Recipients read these texts if they use the language. A text that is missing appears in the language of the campaign.':
    'Les destinataires lisent ces textes s’ils utilisent la langue. Un texte manquant s’affiche dans la langue de la campagne.',
  'Recipients see them in this order.': 'Les destinataires les voient dans cet ordre.',
  Red: 'Rouge',
  redeemed: 'choisis',
  Reminders: 'Rappels',
  'Reminders are sent at any time of day.': 'Les rappels sont envoyés à toute heure.',
  'Upload a logo': 'Importer un logo',
  'Replaced by {item}': 'Remplacés par {item}',
  'Replaced if it is hard to see': 'Remplacé s’il est peu visible',
  Ribbon: 'Ruban',
  'Send another gift': 'Envoyer un autre cadeau',
  sent: 'envoyés',
  'Sent from': 'Envoyé par',
  'Sent to recipients who haven’t redeemed yet.':
    'Envoyés aux destinataires qui n’ont pas encore choisi leur cadeau.',
  'Show items before opening': 'Montrer les articles avant l’ouverture',
  'Show the items before the gift is opened': 'Montrer les articles avant l’ouverture du cadeau',
  Stars: 'Étoiles',
  Stripes: 'Rayures',
  Subheading: 'Sous-titre',
  Text: 'Texte',
  'The label is bought as soon as the gift is redeemed.':
    'L’étiquette est achetée dès que le cadeau est choisi.',
  'The packer compares the rates and buys one.':
    'Le préparateur compare les tarifs et en achète un.',
  'This campaign is archived': 'Cette campagne est archivée',
  'Time zone': 'Fuseau horaire',
  Translations: 'Traductions',
  'Type a number and press Enter': 'Saisissez un nombre et appuyez sur Entrée',
  'Unclaimed gifts': 'Cadeaux non réclamés',
  Until: 'À',
  'Used for dates and quiet hours.': 'Utilisé pour les dates et les heures calmes.',
  'Used in the invitation email and on the recipient’s page.':
    'Utilisé dans l’e-mail d’invitation et sur la page du destinataire.',
  'View all': 'Tout voir',
  'We have a gift for you': 'Nous avons un cadeau pour vous',
  'We’d like to say thank you. Choose the gift you like best, and we’ll ship it within a few days.':
    'Nous souhaitons vous remercier. Choisissez le cadeau qui vous plaît le plus : nous vous l’enverrons sous quelques jours.',
  'When a gift expires unclaimed': 'Quand un cadeau expire sans être réclamé',
  'Which rate of the carrier is bought for a parcel.':
    'Quel tarif du transporteur est acheté pour un colis.',
  White: 'Blanc',
  'Wrapping paper': 'Papier cadeau',
  'You can change everything later except how people are invited.':
    'Vous pourrez tout modifier plus tard, sauf le mode d’invitation.',
  'You choose the items and the address. Recipients choose nothing.':
    'Vous choisissez les articles et l’adresse. Les destinataires ne choisissent rien.',
  'You get a link for each recipient and share it yourself.':
    'Vous obtenez un lien par destinataire et le transmettez vous-même.',
  'View spend': 'Voir les dépenses',
  '{used} of {budget}': '{used} sur {budget}',
  '{percent} of the budget': '{percent} du budget',
  '{amount} over budget.': '{amount} au-dessus du budget.',
  '{amount} left.': 'Il reste {amount}.',
  'Open gifts count at the highest price they can cost, without shipping.':
    'Les cadeaux en cours comptent pour leur coût maximal, hors livraison.',
  'New gifts that could exceed it are rejected.':
    'Les nouveaux cadeaux qui pourraient dépasser le budget sont refusés.',
  'New gifts can still be sent.': 'Le budget ne bloque pas les nouveaux cadeaux.',
  'The budget is used up': 'Le budget est épuisé',
  '{percent} of the budget is used': '{percent} du budget est utilisé',
  'Raise the budget, or archive the campaign.': 'Augmentez le budget ou archivez la campagne.',
  'Cost centre (optional)': 'Centre de coûts (facultatif)',
  'New gifts are charged to it.': 'Les nouveaux cadeaux y sont imputés.',
  'This campaign has a budget': 'Cette campagne a un budget',
  'Stop new gifts that could exceed the budget':
    'Bloquer les nouveaux cadeaux qui pourraient dépasser le budget',
  'Each gift reserves the most that it can cost, without shipping. Gifts that are already sent continue.':
    'Chaque cadeau réserve son coût maximal, hors livraison. Les cadeaux déjà envoyés se poursuivent.',
}
