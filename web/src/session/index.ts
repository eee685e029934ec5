export { SignInPage } from './lazy-sign-in-page.ts';
export { recordsQuery, sessionQuery } from './queries.ts';
export { returnPath } from './return-path.ts';
export { signOut } from './sign-in.ts';
