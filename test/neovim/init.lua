-- Serves wiki queries to Neovim as its own LSP client wants it. The program is named by the environment.
vim.opt.swapfile = false
vim.opt.completeopt = { 'menuone', 'noinsert' }

vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  pattern = '*.wikiquery',
  callback = function()
    vim.bo.filetype = 'wikiquery'
    vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
    local client = vim.lsp.start_client({
      name = 'wikijql',
      cmd = { vim.env.WIKIJQL_NODE, vim.env.WIKIJQL_SERVER, '--stdio' },
      root_dir = vim.fn.getcwd(),
    })
    vim.lsp.buf_attach_client(0, client)
  end,
})

-- The only choice that is offered is taken.
vim.ui.select = function(items, _, chosen)
  chosen(items[1], 1)
end
