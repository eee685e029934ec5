export { COMMAND_LINE, type Changer, type PeopleDeps } from './change-people.ts';
export { peopleRoutes } from './routes.ts';
export { belongingsOf, disablePerson, enablePerson, removePerson } from './state.ts';
