export { remotePresenter, type RemotePresenter } from './client/tools/remote-presenter.ts'
