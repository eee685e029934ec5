export { linkAddress, linkDetailsAddress } from './address.ts';
export { newLinkPassword } from './password.ts';
export { isPublicRequest } from './public-request.ts';
export { mayPassOnAll, rightsInForce } from './link-policy.ts';
export { endOfChosenDay } from './expiry.ts';
export {
  insertLink,
  linkById,
  linkByToken,
  type LinkRow,
  type NewLink,
  recordOfLink,
  removeLink,
} from './link.queries.ts';
export {
  announceLinksOf,
  countLinksOfMaker,
  endLinks,
  endLinksOfMaker,
  giveLinks,
} from './links-of-maker.ts';
export { csvHead, csvLine } from './csv.ts';
export { storeLocations } from './store-locations.ts';
export { linkEvent, newLinkEvent } from './link-event.ts';
export { linkRoutes } from './routes.ts';
