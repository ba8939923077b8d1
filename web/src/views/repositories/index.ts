export { DependenciesView } from "./dependencies_view.tsx";
export { GroupsView } from "./groups_view.tsx";
export { RepositoriesView } from "./repositories_view.tsx";
export { RepositoryPage } from "./repository_page.tsx";
